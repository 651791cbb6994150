import { vi } from 'vitest'

/** For tests: waits until `check` does not throw, at most 20 seconds. `vi.waitFor` alone gives up after one second. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  // oxlint-disable-next-line no-restricted-properties -- This is where it is called instead.
  vi.waitFor(check, { timeout: 20_000 })
