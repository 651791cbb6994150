import { customerFields } from '../gateway/customers/customer'

const fieldNames = Object.keys(customerFields) as (keyof typeof customerFields)[]

export const customerTargets = ['id', ...fieldNames] as const
export type CustomerTarget = (typeof customerTargets)[number]
