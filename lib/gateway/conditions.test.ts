import { expect, it } from 'vitest'
import { z } from 'zod'
import { withConditions } from './conditions'
import { complaints } from './testing'

const schema = withConditions(
  z.strictObject({
    a: z.object({ b: z.string('bad'), c: z.string('bad').optional() }, 'bad').optional(),
    d: z.array(z.string('bad'), 'bad').optional(),
    e: z.string('bad').optional(),
  }),
  [
    {
      path: ['a', 'b'],
      reads: [['a', 'b'], ['d']],
      message: 'not_as_d',
      isBroken: ({ a, d }: { a?: { b: string }; d?: string[] }) => a !== undefined && !d?.includes(a.b),
    },
  ],
)

it.each<[string, unknown, string[]]>([
  ['kept', { a: { b: 'x' }, d: ['x'] }, []],
  ['broken', { a: { b: 'x' }, d: [] }, ['a.b: not_as_d']],
  [
    'broken beside a field that is wrong',
    { a: { b: 'x', c: 1 }, e: 1 },
    ['a.c: bad', 'e: bad', 'a.b: not_as_d'],
  ],
  ['broken beside fields nobody knows', { a: { b: 'x' }, f: 1 }, [': unknown', 'a.b: not_as_d']],
  ['not judged where its field is wrong', { a: { b: 1 } }, ['a.b: bad']],
  ['not judged where what holds its field is wrong', { a: 'x' }, ['a: bad']],
  ['not judged where something in what it reads is wrong', { a: { b: 'x' }, d: [1] }, ['d.0: bad']],
  ['not judged of what is no object', 'x', [': Invalid input: expected object, received string']],
])('a condition is %s', (_name, value, expected) => expect(complaints(schema, value)).toEqual(expected))
