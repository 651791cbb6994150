'use client'
import { TravelFields } from '@/components/travel/travel-fields'
import { Part } from './part'
import type { Addresses } from './addresses'
import { AfterPart } from './after-part'
import { ContractPart } from './contract-part'
import type { PartProps } from './control'
import { CustomerDetails, CustomerPart } from './customer-part'
import { MethodsPart } from './methods-part'
import { MorePart } from './more-part'
import { OrderPart } from './order-part'
import { PagePart } from './page-part'

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
      <Part control={control} section="travel">
        <TravelFields control={control} path="checkout.travel.airline" />
      </Part>
      <MorePart control={control} />
    </>
  )
}
