import { constants } from 'node:crypto'
import tls from 'node:tls'

const suites = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
]

/**
 * For all calls of this process, PostgreSQL and mails included: offers the suites of TLS 1.3, and those of 1.2 with
 * ECDHE and authenticated encryption, the strongest first. NODE_OPTIONS=--tls-cipher-list=… overrides it
 * (docs/configuration.md).
 */
export function offerStrongSuites() {
  if (tls.DEFAULT_CIPHERS === constants.defaultCoreCipherList) tls.DEFAULT_CIPHERS = suites.join(':')
}
