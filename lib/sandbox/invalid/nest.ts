import 'server-only'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEngines } from '../../db/testing'
import { openTestSandbox, type TestCall, type TestSandbox } from '../testing'

/** Path of the field with dots, and what is said of it, as a whole body of errors. */
const nest = (path: string, texts: string[]): object =>
  path.split('.').reduceRight<object>((inner, key) => ({ [key]: inner }), texts)

/** One wrong field: `path` below the section that wraps the request, `name` as the message calls it. */
export type NestedRow = [what: string, body: unknown, path: string, text: string, name?: string]

/** "card_on_file.type" → "Type", unless the row says otherwise. */
const leaf = (path: string) => {
  const words = (path.split('.').at(-1) ?? '').replace(/_id$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** For tests: a case of endpoint 2, flat and without a full stop. */
export const ofCheckout = ([what, body, path, text, name = leaf(path)]: NestedRow): InvalidCase => ({
  what,
  method: 'POST',
  path: '/ctp/api/checkouts',
  headers: { accept: 'application/json', 'x-api-version': '2' },
  body,
  status: 422,
  answer: { message: `${name} ${text}`, errors: nest(path, [text]) },
})

/** For tests: a case of endpoint 1, within `response` and with a full stop. */
export const ofTokenization = ([what, body, path, text, name = leaf(path)]: NestedRow): InvalidCase => ({
  what,
  method: 'POST',
  path: '/transactions/tokenizations',
  body,
  status: 422,
  answer: { response: { message: `${name} ${text}.`, errors: nest(path, [text]) } },
})

/** One wrong thing about an otherwise right request. */
export type InvalidCase = TestCall & {
  what: string
  method: string
  path: string
  status: number
  /** The whole body of the answer. */
  answer: unknown
  /** Headers that the answer must have beside its content type. */
  answerHeaders?: Record<string, string>
}

/** What the cases of a file are about: made once, before them. Its values replace `{name}` in their paths. */
type Setup = (sandbox: TestSandbox) => Promise<Record<string, string>>

/**
 * For tests: each case gets exactly this status and this body, on every engine, and changes nothing in any table
 * of the sandbox.
 */
export function refuses(endpoint: string, cases: InvalidCase[], setup: Setup = async () => ({})): void {
  describe.each(testEngines)(`${endpoint} on $kind`, ({ kind, available }) => {
    describe.skipIf(!available)('refuses', () => {
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

/** The same body without a field. */
export function without(body: object, field: string): Record<string, unknown> {
  const { [field]: _, ...rest } = body as Record<string, unknown>
  return rest
}
