import { proof, proofMeans, proven } from '@/lib/account/schema'
import { proveWho, readProofMeans } from '@/lib/account/server/proof'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = accountRoute({ response: proofMeans, run: readProofMeans })

export const POST = accountRoute({
  body: proof,
  response: proven,
  run: (context, { body, setCookie }) => proveWho(context, body, setCookie),
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
