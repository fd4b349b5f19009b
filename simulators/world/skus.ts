export interface Sku {
  skuId: string;
  productId: string;
  name: string;
  /** Rupees per seat and year: invented, Google's API tells no price. */
  listPrice: number;
}

const sku = (productId: string, skuId: string, name: string, listPrice: number): Sku => ({
  productId,
  skuId,
  name,
  listPrice,
});

/** SKU and product ids as Google's product page lists them. */
export const SKUS = {
  businessStarter: sku('Google-Apps', '1010020027', 'Google Workspace Business Starter', 2_640),
  businessStandard: sku('Google-Apps', '1010020028', 'Google Workspace Business Standard', 11_040),
  businessPlus: sku('Google-Apps', '1010020025', 'Google Workspace Business Plus', 18_960),
  enterpriseStandard: sku('Google-Apps', '1010020026', 'Google Workspace Enterprise Standard', 23_400),
  enterprisePlus: sku('Google-Apps', '1010020020', 'Google Workspace Enterprise Plus', 31_200),
  frontlineStarter: sku('Google-Apps', '1010020030', 'Google Workspace Frontline Starter', 3_300),
  frontlineStandard: sku('Google-Apps', '1010020031', 'Google Workspace Frontline Standard', 6_900),
  gSuiteBasic: sku('Google-Apps', 'Google-Apps-For-Business', 'G Suite Basic', 2_520),
  vault: sku('Google-Vault', 'Google-Vault', 'Google Vault', 4_320),
  cloudIdentity: sku('101001', '1010010001', 'Cloud Identity', 0),
} as const;

export const skuOf = (skuId: string): Sku | undefined => Object.values(SKUS).find((known) => known.skuId === skuId);
