/** Customers from CSV files. */
import { customerFields } from '../gateway/customer'

const fieldNames = Object.keys(customerFields) as (keyof typeof customerFields)[]

/** What a column of a file may be read as: a field of a customer, or the ID of one who is there already. */
export const customerTargets = ['id', ...fieldNames] as const
export type CustomerTarget = (typeof customerTargets)[number]
