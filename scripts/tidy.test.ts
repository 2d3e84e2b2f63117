// Housekeeping as a test.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => name !== '' && existsSync(join(root, name)))
const sources = files.filter((name) => /\.(ts|js|mjs)$/.test(name))
const read = (name: string): string => readFileSync(join(root, name), 'utf8')

const BLOB_BYTES_MAX = 400_000

describe('the repo', () => {
  it('holds no large blobs', () => {
    const large = files.filter(
      (name) => name !== 'package-lock.json' && statSync(join(root, name)).size > BLOB_BYTES_MAX,
    )
    expect(large).toEqual([])
  })

  it('holds no leftovers', () => {
    const leftover = new RegExp(
      ['FIX' + 'ME', 'X' + 'XX:', String.raw`\b(it|describe|test)\.(only|skip)\(`].join('|'),
    )
    const found = sources.filter((name) => leftover.test(read(name)))
    expect(found).toEqual([])
  })

  it('names files after what they hold', () => {
    const empty = /\/(utils|helpers|common|misc|types)\.ts$/
    expect(sources.filter((name) => empty.test(name))).toEqual([])
  })

  it('mentions every source folder in ARCHITECTURE.md', () => {
    const text = read('ARCHITECTURE.md')
    const folders = new Set(
      sources
        .map((name) => /^packages\/(?:engine|server)\/src\/([^/]+)\//.exec(name)?.[1])
        .filter((folder) => folder !== undefined && folder !== 'testing'),
    )
    expect([...folders].filter((folder) => !text.includes(`\`${folder}/\``))).toEqual([])
  })

  it('has no broken links between its documents', () => {
    const broken: string[] = []
    for (const name of files.filter((file) => file.endsWith('.md'))) {
      for (const [, target] of read(name).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
        if (target!.includes('://')) continue
        if (!existsSync(join(root, dirname(name), target!))) broken.push(`${name} → ${target}`)
      }
    }
    expect(broken).toEqual([])
  })
})
