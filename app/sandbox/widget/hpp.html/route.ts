export { toHostedPage as GET } from '@/lib/sandbox/checkouts/page-view'
