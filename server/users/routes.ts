import { createHmac } from 'node:crypto'
import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'

export function userRoutes({ sealKey }: Deps): Handlers<typeof contract.users> {
  return {
    me({ viewer }) {
      const { _id, token, first, last, email, img, admin, may_create } = viewer
      const seal_key = createHmac('sha256', sealKey).update(_id).digest('base64')
      const can = { administer: admin, ...((admin || may_create) && { create: true as const }) }
      return { _id, token, first, last, email, img, can, seal_key }
    },
  }
}
