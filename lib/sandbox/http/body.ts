import 'server-only'
import { readBody } from '../../db/read-body'
import { Refusal } from './refusal'

/** Largest request body. The interface gives no limit. */
const maxBodyBytes = 1024 * 1024

/**
 * The body as a JSON object. Status 400 for anything else is inferred: the interface gives none.
 * @throws Refusal 400 or 413
 */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBody(request, maxBodyBytes)
  if (!bytes) throw new Refusal(413, 'Request body is too large')
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    // The parser's own message quotes the body, which may hold a card number.
    if (cause instanceof SyntaxError || cause instanceof TypeError)
      throw new Refusal(400, 'Body is not valid JSON')
    throw cause
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, 'Body is not a JSON object')
  return value as Record<string, unknown>
}
