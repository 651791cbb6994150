'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { CustomerDetail, CustomerItem } from '@/lib/customers/schema'

const CompareDialog = dynamic(() => import('./compare-dialog'), { loading: () => null })
const MergeDialog = dynamic(() => import('./merge-dialog'), { loading: () => null })

interface MergingProps {
  shop: string
  customer: CustomerDetail
  onClose: () => void
}

/** Another customer is chosen, then compared with this one. */
export function Merging({ shop, customer, onClose }: MergingProps) {
  const [other, setOther] = useState<CustomerItem | null>(null)
  if (other) return <CompareDialog shop={shop} customer={customer} other={other} onClose={onClose} />
  return <MergeDialog shop={shop} customer={customer} onChoose={setOther} onClose={onClose} />
}
