import { createHmac } from 'node:crypto'
import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'

export function userRoutes({ sealKey }: Deps): Handlers<typeof contract.users> {
  return {
    me({ viewer }) {
      const { _id, token, first, last, email, img, admin } = viewer
      const seal_key = createHmac('sha256', sealKey).update(_id).digest('base64')
      return { _id, token, first, last, email, img, can: { administer: admin }, seal_key }
    },
  }
}
