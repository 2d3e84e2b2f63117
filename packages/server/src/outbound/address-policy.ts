// Which addresses this server may call on behalf of its users. A name that a user gives may lead into the operator's own
// network, so only addresses of the public internet are called unless the operator names more.

import { BlockList, isIP } from 'node:net'

/** Networks that are not part of the public internet: own machine, private, link-local, reserved, multicast, translated. */
const CLOSED_NETWORKS: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]

/** Says yes or no to an address that is about to be called. */
export interface AddressPolicy {
  allows(address: string): boolean
}

/** Reads a comma-separated list of networks (`10.1.0.0/16`) or the word `any`. Null for a list that is malformed. */
export function readAddressPolicy(text: string): AddressPolicy | null {
  if (text.trim() === 'any') return { allows: () => true }
  const opened = listOf(text.split(',').map((network) => network.trim()))
  if (opened === null) return null
  return {
    allows: (address) => isIn(opened, address) || !isIn(closed, address),
  }
}

const closed: BlockList = listOf(CLOSED_NETWORKS)!

function listOf(networks: readonly string[]): BlockList | null {
  const list = new BlockList()
  for (const network of networks) {
    if (network === '') continue
    const [address = '', bits = ''] = network.split('/')
    const family = familyOf(address)
    const bitsMax = family === 'ipv4' ? 32 : 128
    if (family === null || !/^\d{1,3}$/.test(bits) || Number(bits) > bitsMax) return null
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

// An address that is written neither way is nothing to connect to: it counts as closed.
function isIn(list: BlockList, address: string): boolean {
  const family = familyOf(address)
  return family === null ? list === closed : list.check(address, family)
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}
