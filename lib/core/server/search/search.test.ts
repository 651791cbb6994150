import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { resemblesWords } from './search'

const near = async (word: string) => (word === 'kelelr' ? ['keller'] : [])

describe('similar rows', () => {
  it.each([
    '%_%',
    '_',
    '%',
    '. . .',
    '- %',
    '@',
    'xyz',
    'xylophone',
    'one two three four five',
    '100_',
    '\\ _ %',
  ])('is not searched if no index could find it: %j', async (query) =>
    expect(await resemblesWords(sql`search`, query, near)).toBeUndefined(),
  )

  it.each(['kelelr', 'Kelelr %', 'maria kelelr', 'shop00471', 'a.kelelr@reader.example'])(
    'is looked for: %j',
    async (query) => expect(await resemblesWords(sql`search`, query, near)).toBeDefined(),
  )
})
