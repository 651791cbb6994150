import { z } from 'zod'
import { takingMembersOf } from '../api/endpoint'
import { listOf, queryBoolean } from './list'

/** Cell delimiter and decimal mark. Which pair Excel reads depends on the country. */
export const separators = {
  comma: { delimiter: ',', decimalMark: '.' },
  semicolon: { delimiter: ';', decimalMark: ',' },
} as const
export type Separator = keyof typeof separators

const invalidChoice = { error: 'invalid_choice' }

/**
 * - `columns`: comma-separated, in output order. `bom`: begins with a byte order mark, which Excel needs.
 * - `separator`: `comma`, or `semicolon` with prices as 65,00.
 */
export const csvOptions = <const Columns extends readonly [string, ...string[]]>(columns: Columns) => ({
  columns: listOf(z.enum(columns, invalidChoice)).optional(),
  separator: z.enum(['comma', 'semicolon'], invalidChoice).default('comma'),
  bom: queryBoolean.default(false),
})

/** An export of what a query finds, with the columns in output order. */
export type CsvExport<Query, Column extends string> = {
  query: Query
  columns: readonly Column[]
  separator: Separator
  bom: boolean
}

/** Members of a list's query that an export does not need, because it has every match. */
const pagingMembers = ['cursor', 'limit'] as const
type Unpaged<Query> = Omit<Query, (typeof pagingMembers)[number]>
export const isOfPaging = (name: string): boolean => pagingMembers.some((one) => one === name)

/** Parses what is left of an export's query by the schema of the list, without the paging. Passes its issues on. */
export function unpagedQueryOf<Schema extends z.ZodType<object>>(
  schema: Schema,
  rest: unknown,
  context: z.RefinementCtx,
): Unpaged<z.output<Schema>> {
  const parsed = schema.safeParse(rest, { reportInput: true })
  if (!parsed.success) {
    context.issues.push(...(parsed.error.issues as typeof context.issues))
    return z.NEVER
  }
  const members = Object.entries(parsed.data).filter(([name]) => !isOfPaging(name))
  return Object.fromEntries(members) as Unpaged<z.output<Schema>>
}

/** The query of an export: {@link csvOptions}, and the filters of what it exports. */
export const csvQuery = <
  Schema extends z.ZodType<object>,
  const Columns extends readonly [string, ...string[]],
>(
  columns: Columns,
  list: Schema,
  usual: readonly Columns[number][] = columns,
) =>
  takingMembersOf(
    list,
    z
      .looseObject(csvOptions(columns))
      .transform(
        (
          { columns: chosen = usual, separator, bom, ...rest },
          context,
        ): CsvExport<Unpaged<z.output<Schema>>, Columns[number]> => ({
          query: unpagedQueryOf(list, rest, context),
          columns: chosen,
          separator,
          bom,
        }),
      ),
  )
