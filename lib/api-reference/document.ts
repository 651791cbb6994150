import { z } from 'zod'
import { furtherMembers } from '../core/api/endpoint'
import { isOfPaging } from '../core/lists/csv-export'
import { problem } from '../core/api/problem'
import { operations, type Operation } from './operations'

/** A schema as OpenAPI 3.1 has it: JSON Schema 2020-12. */
export type Json = { [key: string]: unknown }

/**
 * Returns what a schema accepts (`input`) or returns (`output`). What JSON Schema cannot say, such as a rule between
 * two fields, is left out.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => {
      // Every integer has these limits, so they are left out.
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
      // Classes of characters by property: other languages refuse them, or read them as letters.
      if (made.pattern?.includes(String.raw`\p{`)) delete made.pattern
    },
  }) as Json
  return rest
}

type ObjectSchema = { properties?: Record<string, Json>; required?: string[] }

/**
 * Returns what a query or a body takes: with the members that another schema parses, and of an export without the paging
 * of its list.
 */
export function inputSchema(schema: z.ZodType): Json {
  const others = furtherMembers(schema)
  if (!others) return jsonSchema(schema, 'input')
  const parts = [schema, others].map((part) => jsonSchema(part, 'input') as ObjectSchema)
  const members = parts.flatMap(({ properties = {} }) => Object.entries(properties))
  return {
    type: 'object',
    properties: Object.fromEntries(members.filter(([name]) => !isOfPaging(name))),
    required: parts.flatMap(({ required = [] }) => required),
    additionalProperties: false,
  }
}

const description = `The back office of a shop over HTTP. Every request about a shop names it in its path.

Send an API token as \`Authorization: Bearer cfl_…\`. Owners make tokens of the shop in its settings, and people make their
own in their account. Each operation names the scope that a token needs. Operations without one are for people alone.
Without the scope \`personal_data.read\`, personal data are masked, and lists cannot be sorted by them (403, \`forbidden\`).

Several values of a parameter are separated by commas. A comma within a value is \`%2C\`, encoded once more in an address.

Errors are \`application/problem+json\` (RFC 9457) with a \`code\`. Amounts are integers of minor units. Times are ISO 8601.`

/** Builds the OpenAPI document. `sessionCookie`: what this installation calls it. */
export function openApiDocument(version: string, sessionCookie: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationObject(operation)
  return {
    openapi: '3.1.0',
    info: { title: 'Counterfoil', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiToken: { type: 'http', scheme: 'bearer', description: 'An API token: `cfl_` and 49 characters.' },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
      },
      schemas: { Problem: jsonSchema(problem, 'output') },
      headers: {
        RateLimit: {
          schema: { type: 'string' },
          description: 'Requests left, and seconds until there are more.',
        },
        'RateLimit-Policy': {
          schema: { type: 'string' },
          description: 'Requests allowed in how many seconds.',
        },
        'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' },
      },
      responses: {
        Problem: {
          description: 'What went wrong.',
          headers: {
            RateLimit: { $ref: '#/components/headers/RateLimit' },
            'Retry-After': { $ref: '#/components/headers/Retry-After' },
          },
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  }
}

function operationObject(operation: Operation): Json {
  const { tag, summary, access, furtherScopes, body, takes, method, path } = operation
  const isScoped = access.by === 'scope'
  return {
    operationId: operationId(method, path),
    tags: [tag],
    summary,
    ...(isScoped && {
      description: [`Scope: \`${access.scope}\`.`, furtherScopes].filter(Boolean).join(' '),
      'x-scope': access.scope,
    }),
    ...(access.by === 'person' && { description: 'For people alone: refuses API tokens.' }),
    security: isScoped
      ? [{ apiToken: [] }, { session: [] }]
      : access.by === 'person'
        ? [{ session: [] }]
        : [],
    parameters: parametersOf(operation),
    ...(body && { requestBody: { required: true, content: bodyOf(operation) } }),
    ...(takes && { requestBody: { required: true, content: { [takes]: {} } } }),
    responses: {
      [operation.status]: answerOf(operation),
      ...othersOf(operation),
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

export const operationId = (method: string, path: string) =>
  [method.toLowerCase(), ...path.split('/').filter((part) => part !== '' && part !== 'api')]
    .map((part) => part.replace(/[^\w]+(\w?)/g, (_, next: string) => next.toUpperCase()))
    .map((part, at) => (at === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('')

const bodyOf = ({ body, example }: Operation) => ({
  'application/json': {
    ...(body && { schema: inputSchema(body) }),
    ...(example?.body !== undefined && { example: example.body }),
  },
})

function answerOf({ response, answers, access }: Operation): Json {
  const headers = {
    RateLimit: { $ref: '#/components/headers/RateLimit' },
    'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  }
  return {
    description: 'Done.',
    ...(access.by === 'scope' && { headers }),
    ...(response && { content: { 'application/json': { schema: jsonSchema(response, 'output') } } }),
    ...(answers && { content: Object.fromEntries([answers].flat().map((type) => [type, {}])) }),
  }
}

const othersOf = ({ others = {} }: Operation): Json =>
  Object.fromEntries(
    Object.entries(others).map(([status, schema]) => [
      status,
      {
        description: 'Not done.',
        ...(schema && { content: { 'application/json': { schema: jsonSchema(schema, 'output') } } }),
      },
    ]),
  )

function parametersOf({ path, query, example, hasIdempotencyKey }: Operation): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return [
    ...inPath,
    ...(query ? queryParameters(query, example?.query) : []),
    ...(hasIdempotencyKey ? keyHeaders : []),
  ]
}

const keyHeaders = [
  {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 255 },
    description:
      'The same key answers the same, for 24 hours. Send it, so that a lost answer can be asked for again.',
  },
  {
    name: 'Idempotency-Lost',
    in: 'header',
    required: false,
    schema: { type: 'string', enum: ['repeat'] },
    description:
      'With another key, after `unconfirmed`: the request is sent again if its result still cannot be found. It may then have happened twice.',
  },
]

function queryParameters(query: z.ZodType, values: Record<string, string> = {}): Json[] {
  const { properties = {}, required = [] } = inputSchema(query) as ObjectSchema
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    // The usual style would repeat the parameter for each value.
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    ...(values[name] !== undefined && { example: values[name] }),
  }))
}
