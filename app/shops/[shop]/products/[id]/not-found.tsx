import { PackageSearch } from 'lucide-react'
import { UnknownRecord } from '../../record-states'

export default function UnknownProduct() {
  return <UnknownRecord kind="products" icon={PackageSearch} />
}
