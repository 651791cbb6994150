import { PackageSearch } from 'lucide-react'
import { UnknownRecord } from '@/lib/pages/record-states'

export default function UnknownProduct() {
  return <UnknownRecord kind="products" icon={PackageSearch} />
}
