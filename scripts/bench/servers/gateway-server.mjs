/** The server of the bench `gateway`, in a worker thread: answers every request with a product. */
import { createServer } from 'node:http'
import { parentPort } from 'node:worker_threads'

const product = JSON.stringify({
  id: 'prd_0123456789abcdef',
  name: 'Paper, 100 sheets',
  description: 'Laid, cream',
  currency: 'EUR',
  amount: 1250,
  quantity: 3,
  infinite: false,
  language: 'en',
  transaction_type: 'payment',
  created_at: '2026-01-01T10:00:00.000Z',
  updated_at: '2026-01-01T10:00:00.000Z',
  test: true,
  additional_data: {},
  pay_url: 'https://apm.example/products/prd_0123456789abcdef/pay',
  payment_url: 'https://apm.example/products/prd_0123456789abcdef/pay',
  confirm_url: 'https://checkout.example/v2/confirm_order/prd_0123456789abcdef/361',
})

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
    response.end(product)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined)
})
