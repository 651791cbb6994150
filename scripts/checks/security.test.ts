import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const files = new Set(
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\0'),
)

/** The requirements of ASVS 5.0.0 of levels 1 and 2: section, and how its numbers run. */
const asvs: Record<string, string> = {
  1: '1.1-2 2.1-9 3.1-11 4.1-3 5.1-2',
  2: '1.1-3 2.1-3 3.1-4 4.1-1',
  3: '2.1-2 3.1-4 4.1-6 5.1-5 7.1-2',
  4: '1.1-3 2.1-1 3.1-2 4.1-4',
  5: '1.1-1 2.1-3 3.1-2 4.1-3',
  6: '1.1-3 2.1-12 3.1-4 4.1-4 5.1-5 6.1-3 8.1-4',
  7: '1.1-3 2.1-4 3.1-2 4.1-5 5.1-2 6.1-2',
  8: '1.1-2 2.1-3 3.1-1 4.1-1',
  9: '1.1-3 2.1-4',
  10: '1.1-2 2.1-2 3.1-4 4.1-11 5.1-5 6.1-2 7.1-3',
  11: '1.1-2 2.1-3 3.1-3 4.1-4 5.1-1 6.1-1',
  12: '1.1-3 2.1-2 3.1-4',
  13: '1.1-1 2.1-5 3.1-2 4.1-5',
  14: '1.1-2 2.1-4 3.1-3',
  15: '1.1-3 2.1-3 3.1-7',
  16: '1.1-1 2.1-5 3.1-4 4.1-3 5.1-3',
  17: '1.1-1 2.1-4 3.1-2',
}
const numbers = Object.entries(asvs).flatMap(([chapter, sections]) =>
  sections.split(' ').flatMap((section) => {
    const [, name = '', last = ''] = /^(\d+)\.1-(\d+)$/.exec(section) ?? []
    return Array.from({ length: Number(last) }, (_, index) => `${chapter}.${name}.${index + 1}`)
  }),
)

const rows = read('docs/security.md')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number = '', topic = '', state = '', by = '']) => ({ number, topic, state, by }))

it('states compliance with every requirement, once and in order', () => {
  expect(numbers).toHaveLength(253)
  expect(rows.map(({ number }) => number)).toEqual(numbers)
})

const named = (text: string) =>
  [...text.matchAll(/`([^`\s]+\.(?:ts|tsx|mjs|json))`/g)].map(([, name = '']) => name)

it('names existing code and tests for requirements that are met', () => {
  const met = rows.filter(({ state }) => state === 'met')
  expect(met.length).toBeGreaterThan(100)
  const wanting = met.filter(({ by }) => {
    const tests = named(by).filter((name) => /\.(test|spec)\.ts$/.test(name))
    const isPage = /\]\([\w./-]*(\.md)?(#[\w-]+)?\)/.test(by)
    return !isPage && (tests.length === 0 || named(by).length === tests.length)
  })
  expect(wanting.map(({ number }) => number)).toEqual([])
})

it('names only files that are there, and a reason for the rest', () => {
  expect(
    rows.flatMap(({ by }) => named(by)).filter((name) => name !== 'secrets.json' && !files.has(name)),
  ).toEqual([])
  for (const { number, topic, state, by } of rows) {
    expect([number, ['met', 'not applicable', 'open'].includes(state)]).toEqual([number, true])
    expect([number, topic.length > 2, by.length > 3]).toEqual([number, true, true])
  }
})

/** Handlers that ask for no person, as docs/security.md lists them. */
const withoutPerson = [
  /^app\/api\/auth\//,
  /^app\/api\/sign-in\/passkey-options\//,
  /^app\/api\/(invitations|password-reset|email-change)\//,
  /^app\/api\/hooks\//,
  /^app\/api\/health\//,
  /^app\/api\/metrics\//,
  /^app\/api\/openapi\.json\//,
  /^app\/api\/\[\[\.\.\.path\]\]\//,
  /^app\/service-worker\.js\//,
  /^app\/sandbox\//,
]

it('finds a check in every handler but those that docs/security.md lists', () => {
  const handlers = [...files].filter((file) => /^app\/.*\/route\.ts$/.test(file))
  expect(handlers.length).toBeGreaterThan(150)
  const unchecked = handlers.filter(
    (file) =>
      !/\b(shopRoutes|rawRoute|exportRoute|importRoute|accountRoute|installationRoute|installationFileRoute|addingRoute|authoriseRequest)\b/.test(
        read(file),
      ),
  )
  expect(unchecked.filter((file) => !withoutPerson.some((one) => one.test(file)))).toEqual([])
})

it('finds nothing that makes code or markup of text', () => {
  const sources = [...files].filter((file) => /^(app|components|lib)\/.*\.(tsx?|mjs)$/.test(file))
  const isRisky =
    /\bdangerouslySetInnerHTML\b|\.(?:innerHTML|outerHTML)\s*=|\binsertAdjacentHTML\(|\bdocument\.write\(|(?<![.\w])eval\(|\bnew Function\(/
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => isRisky.test(read(file)))).toEqual([])
})

it('finds no server actions', () => {
  const sources = [...files].filter((file) => /^(app|components|lib)\/.*\.tsx?$/.test(file))
  expect(sources.filter((file) => /^\s*['"]use server['"]/m.test(read(file)))).toEqual([])
})
