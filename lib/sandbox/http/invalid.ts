import 'server-only'
import type { z } from 'zod'
import { Refusal } from './refusal'

/**
 * What the gateway says where a shared schema says a key of `issues.*` (field notes: “Errors”). Texts beyond
 * the documented ones (“can't be blank”, “is invalid”, “is not a number”, “must be greater than 0”, “does not
 * appear to be valid”) are inferred.
 */
const texts: Record<string, string> = {
  required: "can't be blank",
  blank: "can't be blank",
  required_unless_infinite: "can't be blank",
  required_unless_immortal: "can't be blank",
  not_a_number: 'is not a number',
  must_be_positive: 'must be greater than 0',
  must_not_be_negative: 'must be greater than or equal to 0',
  too_big: `must be less than or equal to ${Number.MAX_SAFE_INTEGER}`,
  invalid_url: 'does not appear to be valid',
  not_with_infinite: 'must be blank',
  nothing_to_change: 'nothing to change',
}

/** Errors by field, as the interface answers them: the texts of a list's elements belong to the list. */
export function gatewayErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issues) {
    const field = String(issue.path[0] ?? 'base')
    const text = texts[issue.message] ?? 'is invalid'
    const list = (errors[field] ??= [])
    if (!list.includes(text)) list.push(text)
  }
  return errors
}

/**
 * 422 (interface: “Errors”). `message` joins humanised field name and text with ". ", without a full stop at
 * the end; what belongs to no field stands for itself.
 */
export function invalid(errors: Record<string, string[]>): Refusal {
  const sentences = Object.entries(errors).flatMap(([field, list]) =>
    list.map((text) => (field === 'base' ? capitalise(text) : `${humanise(field)} ${text}`)),
  )
  return new Refusal(422, sentences.join('. '), { errors })
}

/** "expired_at" → "Expired at", "shop_id" → "Shop". */
const humanise = (field: string) => capitalise(field.replace(/_id$/, '').replaceAll('_', ' '))
const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
