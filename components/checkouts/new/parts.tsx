'use client'
import type { Addresses } from './addresses'
import { AfterPart } from './after-part'
import { ContractPart } from './contract-part'
import type { PartProps } from './control'
import { CustomerDetails, CustomerPart } from './customer-part'
import { MethodsPart } from './methods-part'
import { MorePart } from './more-part'
import { OrderPart } from './order-part'
import { PagePart } from './page-part'
import { TravelPart } from './travel-part'

interface PartsProps extends PartProps {
  shop: string
  addresses: Addresses
}

/** Every field of a checkout, the needed ones first, the rest in parts that are closed. */
export function Parts({ control, shop, addresses }: PartsProps) {
  return (
    <>
      <OrderPart control={control} shop={shop} />
      <CustomerPart control={control} shop={shop} />
      <CustomerDetails control={control} />
      <AfterPart control={control} addresses={addresses} />
      <PagePart control={control} />
      <MethodsPart control={control} shop={shop} />
      <ContractPart control={control} />
      <TravelPart control={control} />
      <MorePart control={control} />
    </>
  )
}
