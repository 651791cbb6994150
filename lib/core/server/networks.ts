import 'server-only'
import { BlockList, isIP } from 'node:net'
import { plainAddress } from './route/client-address'

/** Returns whether an address is in one of the networks (CIDR or single addresses). False for anything else. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const plain = plainAddress(address)
  const family = isIP(plain)
  if (family === 0) return false
  return listOf(networks).check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [start = '', length] = network.split('/')
    const family = isIP(start)
    if (family === 0) continue
    const type = family === 6 ? 'ipv6' : 'ipv4'
    if (length === undefined) list.addAddress(start, type)
    else list.addSubnet(start, Number(length), type)
  }
  return list
}
