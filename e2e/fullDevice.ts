import type { Page } from '@playwright/test'

/** The device has no room for what the page keeps under these keys of the local storage. Call it before a page is loaded. */
export const fillDevice = (page: Page, keys: RegExp): Promise<unknown> =>
  page.addInitScript((keys) => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (new RegExp(keys).test(key)) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  }, keys.source)
