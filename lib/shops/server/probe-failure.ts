import 'server-only'
import type { LookupFunction } from 'node:net'
import type { Reach } from '../../db/guarded-request'
import type { Check, CheckCode } from '../schema'

export type Rules = {
  reach: Reach
  /** For tests. */
  lookup?: LookupFunction
  /** For tests: a PEM certificate to trust as well. */
  trusted?: string
}

/** A step that failed: the steps after it are skipped. */
export class Failed extends Error {
  /** What was found before, in the same request. */
  readonly before: Check[] = []
  constructor(readonly check: Check) {
    super(check.code)
  }
}

export const fails = (name: Check['name'], code: CheckCode, values: Check['values'] = {}): Failed =>
  new Failed({ name, state: 'failed', code, values })
