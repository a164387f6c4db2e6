import type { contract } from '../../contract/index.ts'
import type { Handlers } from '../serve.ts'

export function userRoutes(): Handlers<typeof contract.users> {
  return {
    me({ viewer }) {
      const { _id, token, first, last, email, img, admin } = viewer
      return { _id, token, first, last, email, img, can: { administer: admin } }
    },
  }
}
