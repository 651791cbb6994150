import { PackageSearch } from 'lucide-react'
import { UnknownRecord } from '@/components/frame/page-states'

export default function UnknownProduct() {
  return <UnknownRecord kind="products" icon={PackageSearch} />
}
