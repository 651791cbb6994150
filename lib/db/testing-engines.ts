import { describe } from 'vitest'
import { type EngineKind, testEngines } from './testing'

/** For tests: a suite on each engine. Skips the one that is not available. */
export function onEachEngine(title: string, suite: (kind: EngineKind) => void) {
  for (const { kind, isAvailable } of testEngines)
    describe.skipIf(!isAvailable)(`${title}, on ${kind}`, () => suite(kind))
}
