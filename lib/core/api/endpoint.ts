import type { z } from 'zod'
import type { Permission } from '../permissions'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The input and the answer of an endpoint. The handler parses all of it; the browser infers its types from it. */
export type Endpoint = {
  permission: Permission
  /**
   * Refuses people who neither signed in nor confirmed their identity in the last few minutes. The browser then asks.
   */
  isRecentSignInNeeded?: true
  /**
   * Refuses API tokens, because it reaches beyond the shop. Permissions that no token has do the same (permissions.ts).
   */
  isForPeopleOnly?: true
  /** Also changes an archived shop, which otherwise can only be read. */
  isOpenInArchive?: true
  /** A list or report that decides nothing: a replica of the database may answer it (lib/core/server/read-replica.ts). */
  isReadFromReplica?: true
  /**
   * The body has amounts, or decides about amounts as the page showed them. Refuses pages that read amounts with other
   * decimals than the shop has now.
   */
  isBoundToDecimals?: true
  query?: z.ZodType
  body?: z.ZodType
  /** Parses the answer, so that no extra fields leak. */
  response: z.ZodType
  status?: number
}

/** What the browser gets. */
export type Answer<Described> = Described extends { response: infer Response extends z.ZodType }
  ? z.output<Response>
  : never

/**
 * Endpoints of a shop by method and path below `/api/shops/{shop}`, with `[id]` for the ID of a resource. Each feature
 * describes its own in `api.ts`.
 */
export type Endpoints = Record<`${Method} /${string}`, Endpoint>

const further = new WeakMap<z.ZodType, z.ZodType<object>>()

/**
 * Notes that `schema` also takes the members of `other`, which `other` parses, so that the description of our API can
 * name them.
 */
export function takingMembersOf<Schema extends z.ZodType>(other: z.ZodType<object>, schema: Schema): Schema {
  further.set(schema, other)
  return schema
}

export const furtherMembers = (schema: z.ZodType): z.ZodType<object> | undefined => further.get(schema)
