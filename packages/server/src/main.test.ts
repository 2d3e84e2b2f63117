import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { makeConfig } from './config/config.ts'
import type { OptionValue } from './config/read-options.ts'
import { type RunningServer, startServer } from './main.ts'

const folder = mkdtempSync(join(tmpdir(), 'sextant-main-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(options: Readonly<Record<string, OptionValue>>): Promise<RunningServer> {
  const quiet = { 'http-addr': '127.0.0.1:0', 'experimental-logs-mode': 'JSON', 'log-level': 'OFF' }
  return startServer(makeConfig(new Map(Object.entries({ ...quiet, ...options }))))
}

test('two servers never open the same folder', async () => {
  const options = { 'db-path': join(folder, 'shared') }
  const first = await start(options)
  await expect(start(options)).rejects.toThrow(/in use by process/)
  await first.stop()
  await (await start(options)).stop()
})

test('a folder is free again when a server could not start on it', async () => {
  const first = await start({ 'db-path': join(folder, 'one') })
  const options = { 'db-path': join(folder, 'two') }
  const taken = new URL(first.address).host
  await expect(start({ ...options, 'http-addr': taken })).rejects.toThrow(/EADDRINUSE/)
  await (await start(options)).stop()
  await first.stop()
})

// The certificate is made here, so that none in the repository ever runs out.
const hasOpenssl = canRun('openssl', 'version')

test.runIf(hasOpenssl)('a certificate and its key make it answer over TLS', async () => {
  const [cert, key] = certificate('own')
  const server = await start({
    'db-path': join(folder, 'tls'),
    'ssl-cert-path': cert,
    'ssl-key-path': key,
  })
  expect(server.address).toMatch(/^https:/)
  const request = get(`${server.address}/health`, { ca: readFileSync(cert), agent: false })
  const [answer] = await once(request, 'response')
  expect(answer.statusCode).toBe(200)
  answer.resume()
  await once(answer, 'end')
  await server.stop()
})

test.runIf(hasOpenssl)(
  'clients without a certificate are refused where one is required',
  async () => {
    const [cert, key] = certificate('mutual')
    const server = await start({
      ...{ 'db-path': join(folder, 'mutual'), 'ssl-cert-path': cert, 'ssl-key-path': key },
      ...{ 'ssl-auth-path': cert, 'ssl-require-auth': true },
    })
    const ask = async (own: { cert?: Buffer; key?: Buffer }): Promise<number | undefined> => {
      const request = get(`${server.address}/health`, {
        ...own,
        ca: readFileSync(cert),
        agent: false,
      })
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
      return answer.statusCode
    }
    await expect(ask({})).rejects.toThrow()
    expect(await ask({ cert: readFileSync(cert), key: readFileSync(key) })).toBe(200)
    await server.stop()
  },
)

test('a certificate that is not there is told when starting', async () => {
  const missing = join(folder, 'missing.pem')
  const options = { 'ssl-cert-path': missing, 'ssl-key-path': missing }
  const started = start({ 'db-path': join(folder, 'no-tls'), ...options })
  await expect(started).rejects.toThrow(/missing\.pem/)
})

function certificate(name: string): [cert: string, key: string] {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)]
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-keyout', key, '-out', cert, '-days', '1', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1'],
  ])
  return [cert, key]
}

function canRun(...[command, ...args]: [string, ...string[]]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
