import 'server-only'
import type { LookupFunction } from 'node:net'
import type { Reach } from '../../../db/outgoing/guarded-request'
import type { Check, CheckCode } from '../../schema'

export type Rules = {
  /** Null: an operator gave the addresses. They may lead anywhere, and a proxy gets them by name. */
  reach: Reach | null
  /** For tests. */
  lookup?: LookupFunction
  /** For tests: a PEM certificate to trust as well. */
  trusted?: string
}

/** Records what a step found. */
export type Note = (
  name: Check['name'],
  code: CheckCode,
  values?: Check['values'],
  isWarning?: boolean,
) => void

/** A step that failed: the steps after it are skipped. */
export class Failed extends Error {
  /** Findings before the failure, in the same request. */
  readonly before: Check[] = []
  constructor(readonly check: Check) {
    super(check.code)
  }
}

export const failedCheck = (name: Check['name'], code: CheckCode, values: Check['values'] = {}): Failed =>
  new Failed({ name, state: 'failed', code, values })
