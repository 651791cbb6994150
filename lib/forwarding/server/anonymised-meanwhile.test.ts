import { beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { finishAnonymisation, startAnonymisation } from '../../notifications/server/redaction/anonymisations'
import { forwardingBench } from './testing'

onEachEngine('a person who is anonymised while a message is under way', (kind) => {
  const bench = forwardingBench(kind)
  const { office, make, drain, only } = bench
  let { context, receiver } = bench
  beforeEach(() => {
    ;({ context, receiver } = bench)
  })
  const email = 'echo@x.example'
  const naming = (whom: string) =>
    Buffer.from(
      JSON.stringify({
        transaction: { uid: '1', status: 'successful', type: 'payment', customer: { email: whom } },
      }),
    )
  const anonymise = async () => {
    const person = { customerIds: [], keys: [`email:${email}`], names: { texts: [], ids: [] } }
    const started = await office.engine.db.transaction((tx) =>
      startAnonymisation(tx, context.shop.id, person),
    )
    return started.anonymisation
  }
  /** The receiver runs `during`, and then repeats whom the message names. */
  const answerAfter = (during: () => Promise<unknown>) =>
    receiver.answers.push((response) => {
      void during().then(() => response.end(`Thank you, ${email}`))
    })

  it.each([
    ['and whose notifications are rewritten later', false],
    ['and whose notifications are rewritten at once', true],
  ])('is not in the stored answer, %s', async (_, isFinished) => {
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context, {}, { body: naming(email) })
    answerAfter(async () => {
      const anonymisation = await anonymise()
      if (isFinished) await finishAnonymisation(context, anonymisation)
    })
    await drain(id)
    expect(await only()).toMatchObject({ state: 'delivered', log: [{ status: 200, answer: null }] })
  })

  it('leaves the answers to other messages', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context, {}, { body: naming('other@x.example') })
    answerAfter(anonymise)
    await drain(id)
    expect(await only()).toMatchObject({ log: [{ status: 200, answer: `Thank you, ${email}` }] })
  })
})
