import type { Catalogue } from '../index.ts'

export const contents: Catalogue['contents'] = {}
