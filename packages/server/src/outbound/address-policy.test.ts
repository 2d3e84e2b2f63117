import { describe, expect, it } from 'vitest'

import { readAddressPolicy } from './address-policy.ts'

const allows = (networks: string, address: string) => readAddressPolicy(networks)!.allows(address)

describe('readAddressPolicy', () => {
  it.each(['93.184.216.34', '2606:2800:220:1::1'])(
    'lets %s of the internet be called',
    (address) => {
      expect(allows('', address)).toBe(true)
    },
  )

  it.each([
    '127.0.0.1',
    '10.2.3.4',
    '169.254.169.254',
    '192.168.1.1',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::a00:1',
    'fd00::1',
    'fe80::1',
    'localhost',
    '',
  ])('keeps %s closed', (address) => {
    expect(allows('', address)).toBe(false)
  })

  it('opens the networks that are named, and no others', () => {
    const networks = '10.1.0.0/16, ::1/128'
    expect(allows(networks, '10.1.255.1')).toBe(true)
    expect(allows(networks, '::1')).toBe(true)
    expect(allows(networks, '10.2.0.1')).toBe(false)
    expect(allows('any', '127.0.0.1')).toBe(true)
  })

  it.each(['10.0.0.0', '10.0.0.0/33', 'home/8', '10.0.0.0/x', '::/129'])('refuses %s', (text) => {
    expect(readAddressPolicy(text)).toBeNull()
  })
})
