import 'server-only'
import { afterAll, beforeAll } from 'vitest'

/**
 * For tests: opens or creates something before the tests of a suite, and closes it after them if it can be closed. The
 * returned object has its members as soon as the tests run.
 */
export function opened<Opened extends object>(open: () => Opened | Promise<Opened>): Opened {
  const given = {} as Opened & { close?: () => unknown; dispose?: () => unknown }
  beforeAll(async () => {
    Object.defineProperties(given, Object.getOwnPropertyDescriptors(await open()))
  })
  afterAll(async () => {
    await (given.close ?? given.dispose)?.()
  })
  return given
}
