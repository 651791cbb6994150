import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sandboxMigrations } from '../sandbox/migrations'
import { serverMigrations } from './migrations'

/**
 * The last migrations before 1.0.0. Later ones run while instances of the previous version are running
 * (docs/running.md, Upgrades), and so first expand: what an older version reads and writes stays. A later version
 * contracts, and its migration says so in a line `-- contract: …`, which names the version that used it last.
 */
const before = { public: '0055', sandbox: '0001' }

const breaking: [what: string, statement: RegExp][] = [
  ['removes or renames something', /\b(?:DROP (?:TABLE|COLUMN|VIEW|TYPE|SCHEMA|FUNCTION|TRIGGER)|RENAME)\b/i],
  ['changes the type of a column', /\bALTER COLUMN\b.*\bTYPE\b/i],
  ['needs a value that an older version does not write', /\bSET NOT NULL\b|\bDROP DEFAULT\b/i],
  ['needs a value that an older version does not write', /\bADD COLUMN\b(?!.*\bDEFAULT\b).*\bNOT NULL\b/i],
  ['refuses rows that an older version may write', /\bADD CONSTRAINT\b.*\b(?:CHECK|UNIQUE)\b/i],
]
/** No older version knows a new table. */
const createsTable = /\bCREATE TABLE "?(\w+)/gi

function breaksOlder(text: string): string[] {
  if (/^-- contract: \S/m.test(text)) return []
  const made = [...text.matchAll(createsTable)].map(([, table = '']) => table)
  return text
    .split('--> statement-breakpoint')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(
      (statement) => !made.some((table) => new RegExp(`\\b(?:TABLE|ON) "?${table}\\b`, 'i').test(statement)),
    )
    .flatMap((statement) =>
      breaking.flatMap(([what, pattern]) =>
        pattern.test(statement) ? [`${what}: ${statement.slice(0, 120)}`] : [],
      ),
    )
}

it('finds what an older version would trip over', () => {
  for (const text of [
    'DROP TABLE "old" CASCADE;',
    'ALTER TABLE "shops" RENAME COLUMN "name" TO "title";',
    'ALTER TABLE "shops" ALTER COLUMN "amount" SET DATA TYPE bigint;',
    'ALTER TABLE "shops"\n  ADD COLUMN "mode" text NOT NULL;',
    'ALTER TABLE "shops" ALTER COLUMN "name" SET NOT NULL;',
    'ALTER TABLE "shops" ADD CONSTRAINT "named" CHECK (name <> \'\');',
  ])
    expect([text, breaksOlder(text)]).toEqual([text, [expect.any(String)]])
  for (const text of [
    'ALTER TABLE "shops" ADD COLUMN "mode" text DEFAULT \'live\' NOT NULL;',
    'CREATE TABLE "later" ("id" uuid NOT NULL);\n--> statement-breakpoint\nALTER TABLE "later" ADD CONSTRAINT "c" CHECK (true);',
    '-- contract: 1.1 was the last to read it\nDROP TABLE "old";',
  ])
    expect([text, breaksOlder(text)]).toEqual([text, []])
})

describe.each([serverMigrations, sandboxMigrations])(
  'the migrations of $schema after 1.0.0',
  ({ schema, folder }) => {
    const last = before[schema]
    const all = readdirSync(folder).filter((name) => name.endsWith('.sql'))

    it('leave what the version before uses', () => {
      expect(all.some((name) => name.startsWith(last))).toBe(true)
      const later = all.filter((name) => name.slice(0, 4) > last)
      const broken = later.flatMap((name) =>
        breaksOlder(readFileSync(path.join(folder, name), 'utf8')).map((line) => `${name} ${line}`),
      )
      expect(broken).toEqual([])
    })
  },
)
