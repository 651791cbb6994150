import { z } from 'zod'
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

/** Parses what is left of an export's query by the schema of the list, and passes its issues on. */
export function queryOf<Schema extends z.ZodType>(
  schema: Schema,
  rest: unknown,
  context: z.RefinementCtx,
): z.output<Schema> {
  const parsed = schema.safeParse(rest, { reportInput: true })
  if (parsed.success) return parsed.data
  context.issues.push(...(parsed.error.issues as typeof context.issues))
  return z.NEVER
}

/** {@link queryOf} without the paging: an export has every match. */
export function unpagedQueryOf<Query extends { cursor?: unknown; limit: unknown }>(
  schema: z.ZodType<Query>,
  rest: unknown,
  context: z.RefinementCtx,
): Omit<Query, 'cursor' | 'limit'> {
  const { cursor: _cursor, limit: _limit, ...query } = queryOf(schema, rest, context)
  return query
}

/** The query of an export: {@link csvOptions}, and the filters of what it exports. */
export const csvQuery = <Query, const Columns extends readonly [string, ...string[]]>(
  columns: Columns,
  queryOfRest: (rest: unknown, context: z.RefinementCtx) => Query,
  usual: readonly Columns[number][] = columns,
) =>
  z
    .looseObject(csvOptions(columns))
    .transform(
      ({ columns: chosen = usual, separator, bom, ...rest }, context): CsvExport<Query, Columns[number]> => ({
        query: queryOfRest(rest, context),
        columns: chosen,
        separator,
        bom,
      }),
    )
