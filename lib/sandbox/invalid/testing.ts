import 'server-only'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEngines } from '../../db/testing'
import { openTestSandbox, type TestCall, type TestSandbox } from '../testing'

/** Builds the `errors` body for one field. `path` uses dots. */
const nest = (path: string, texts: string[]): object =>
  path.split('.').reduceRight<object>((inner, key) => ({ [key]: inner }), texts)

/** One invalid field: `path` below the section that wraps the request, `name` as the message calls it. */
export type NestedRow = [what: string, body: unknown, path: string, text: string, name?: string]

/** "card_on_file.type" → "Type". */
const leaf = (path: string) => {
  const words = (path.split('.').at(-1) ?? '').replace(/_id$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A case of endpoint 2, flat and without a full stop. */
export const checkoutCase = ([what, body, path, text, name = leaf(path)]: NestedRow): InvalidCase => ({
  what,
  method: 'POST',
  path: '/ctp/api/checkouts',
  headers: { accept: 'application/json', 'x-api-version': '2' },
  body,
  status: 422,
  answer: { message: `${name} ${text}`, errors: nest(path, [text]) },
})

/** A case of endpoint 1, wrapped in `response` and with a full stop. */
export const tokenizationCase = ([what, body, path, text, name = leaf(path)]: NestedRow): InvalidCase => ({
  what,
  method: 'POST',
  path: '/transactions/tokenizations',
  body,
  status: 422,
  answer: { response: { message: `${name} ${text}.`, errors: nest(path, [text]) } },
})

export type InvalidCase = TestCall & {
  what: string
  method: string
  path: string
  status: number
  /** The whole body of the response. */
  answer: unknown
  /** Headers of the response beside its content type. */
  answerHeaders?: Record<string, string>
}

/** Creates what a file's cases refer to, once before them. Its values replace `{name}` in their paths. */
type Setup = (sandbox: TestSandbox) => Promise<Record<string, string>>

/**
 * Asserts for each case, on every engine, this exact status and body, and no change in any sandbox table.
 */
export function testRefusals(endpoint: string, cases: InvalidCase[], setup: Setup = async () => ({})): void {
  describe.each(testEngines)(`${endpoint} on $kind`, ({ kind, isAvailable }) => {
    describe.skipIf(!isAvailable)('refuses', () => {
      let sandbox: TestSandbox
      let names: Record<string, string>
      beforeAll(async () => {
        sandbox = await openTestSandbox(kind)
        names = await setup(sandbox)
      })
      afterAll(() => sandbox.dispose())

      const rows = async () =>
        (await sandbox.dump()).split('\n').filter((line) => line.startsWith('sandbox.'))

      it.each(cases)(
        '$method $path: $what',
        async ({ method, path, status, answer, answerHeaders, ...call }) => {
          const address = path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')
          const before = await rows()
          const got = await sandbox.call(method, address, call)
          expect([got.status, await got.json()]).toEqual([status, answer])
          expect(got.headers.get('content-type')).toBe('application/json')
          expect(Object.fromEntries(got.headers)).toMatchObject(answerHeaders ?? {})
          expect(await rows()).toEqual(before)
        },
      )
    })
  })
}

export function without(body: object, field: string): Record<string, unknown> {
  const { [field]: _, ...rest } = body as Record<string, unknown>
  return rest
}
