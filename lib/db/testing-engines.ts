import { describe } from 'vitest'
import { type EngineKind, testEngines } from './testing'

/** For tests: a suite on each engine. Skips the one that is not available. */
export function onEachEngine(title: string, suite: (kind: EngineKind) => void) {
  for (const { kind, available } of testEngines)
    describe.skipIf(!available)(`${title}, on ${kind}`, () => suite(kind))
}
