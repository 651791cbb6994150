export { toHostedPage as GET } from '@/lib/sandbox/checkouts/other-addresses'
