import 'server-only'
import type { CustomerTarget } from '../import'
import type { IssueText } from '../../core/issues'
import { customerCreate, type CustomerCreate } from '../../gateway/customer'
import { getTranslator } from '../../core/i18n/server'
import { controlReason, isExponent, spreadsheetReason } from '../../jobs/server/imports/odd-cells'
import type { PlannedRow } from '../../jobs/server/imports/plan'
import { reasonsOf } from '../../jobs/server/imports/reasons'
import { hasTooMany, readTexts, type CellTexts } from '../../jobs/server/imports/texts'
import type { RowErrors } from '../../jobs/server/kind'
import { countryCode } from './import-country'

type RowContext = {
  columns: readonly (CustomerTarget | null)[]
  /** Whether the shop has a customer with this ID. */
  isKnown: (id: string) => boolean
}

/**
 * What a row of a file would do, by itself: make a customer, nothing for one who is named by an ID (the gateway has
 * no change); or everything that is wrong with it.
 */
export function planRow(cells: readonly string[], { columns, isKnown }: RowContext): PlannedRow {
  const text = getTranslator('taskReasons')
  const texts = readTexts(cells, columns)
  const { id, ...values } = readCells(texts)
  const refuse = (errors: RowErrors): PlannedRow => ({ ...nothing, state: 'invalid', errors })
  if (hasTooMany(cells, columns)) return refuse({ base: [text('too_many_cells')] })
  if (id !== undefined && isKnown(id))
    return { ...nothing, state: 'unchanged', subject: id, errors: { id: [text('customer_known')] } }
  if (id === undefined && Object.keys(values).length === 0) return refuse({ base: [text('nothing_in_row')] })
  const parsed = customerCreate.safeParse(values, { reportInput: true })
  const errors: RowErrors = {
    ...(parsed.success ? {} : reasonsFor(parsed.error.issues, texts, columns)),
    ...oddCells(texts),
    ...(id === undefined ? {} : { id: [text('no_such_customer')] }),
  }
  if (!parsed.success || Object.keys(errors).length > 0) return refuse(errors)
  return { ...nothing, state: 'planned', change: parsed.data }
}

const nothing: PlannedRow = { state: 'planned', subject: null, change: {}, before: null, errors: null }

type Texts = CellTexts<CustomerTarget>
type Values = Partial<Record<CustomerTarget, string>>

/** The filled-in cells of a row as the schema of customers takes them; what makes no sense is left to it to refuse. */
export function readCells(texts: Texts): Values {
  const values: Values = {}
  for (const [target, cell] of Object.entries(texts) as [CustomerTarget, string][]) {
    const word = cell.trim()
    if (word !== '') values[target] = valueOf(target, word)
  }
  return values
}

function valueOf(target: CustomerTarget, word: string): string {
  if (target === 'country') return countryCode(word) ?? word
  return target === 'state' ? word.toUpperCase() : word
}

const reasonsFor = (
  issues: Parameters<typeof reasonsOf>[0],
  texts: Texts,
  columns: RowContext['columns'],
): RowErrors =>
  reasonsOf<CustomerTarget>(issues, {
    columns,
    isNew: true,
    reasonOf: (target, issue) => reasonOf(issue, texts[target]),
    absent: (values) => getTranslator('cellReasons')('no_columns_customer', values),
  })

/** Why that is not taken. `cell`: as it stands in the file; undefined where it is empty. */
function reasonOf({ key, values }: IssueText, cell: string | undefined): string {
  const words = getTranslator('cellReasons')
  if (cell === undefined) return words('needed_customer')
  const word = cell.trim()
  if (word === '') return words('only_spaces')
  const odd = spreadsheetReason(word)
  if (odd !== null) return odd
  if (key === 'invalid_country') return words('country')
  if (key === 'only_for_us_ca') return words('state_elsewhere')
  if (key === 'too_long') return words('too_many_characters', { max: Number(values?.max) })
  if (key === 'invalid_us_zip' && /^\d{3,4}$/.test(word))
    return words('short_zip', { zip: word.padStart(5, '0') })
  return getTranslator('issues')(key, values)
}

/** What a spreadsheet writes in place of a value; “#12” is part of an address. */
const spreadsheetError = /^#(?:NAME\?|REF!|N\/A|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#+$)/i
/** Numbers that are names, of which a spreadsheet may have cut the end. */
const numbers: readonly CustomerTarget[] = ['phone', 'external_id', 'zip']

/** Values that are probably mistakes, though the gateway accepts any text there. */
function oddCells(texts: Texts): RowErrors {
  const words = getTranslator('cellReasons')
  const reasons: RowErrors = {}
  for (const [target, text] of Object.entries(texts) as [CustomerTarget, string][]) {
    const cell = text.trim()
    const reason = spreadsheetError.test(cell)
      ? words('spreadsheet_error', { cell })
      : numbers.includes(target) && isExponent(cell)
        ? words('cut_number')
        : controlReason(text)
    if (reason !== null) reasons[target] = [reason]
  }
  return reasons
}

/** What a row that creates a customer would send. */
export const plannedCustomer = ({ change }: Pick<PlannedRow, 'change'>) => change as CustomerCreate
