/** Maps industry names of FinanceDatabase (GICS-like), Yahoo and Alpha Vantage to the catalogue's. */
import { INDUSTRIES, SECTORS, type Sector } from '../../../catalogue/codes.ts';

/** Catalogue name → vendors' names, separated by semicolons. Identical names are omitted. */
const NAMES: Readonly<Record<string, string>> = {
  'Shell Companies & SPACs': 'Shell Companies',
  Chemicals: 'Specialty Chemicals; Agricultural Inputs',
  'Construction Materials': 'Building Materials',
  'Containers & Packaging': 'Packaging & Containers',
  'Metals & Mining':
    'Aluminum; Copper; Gold; Silver; Steel; Coking Coal; Other Industrial Metals & Mining; Other Precious Metals & Mining; Industrial Metals & Minerals; Nonmetallic Mineral Mining',
  'Paper & Forest Products': 'Paper & Paper Products; Lumber & Wood Production',
  'Diversified Telecommunication':
    'Diversified Telecommunication Services; Telecommunications Services; Telecommunication Services; Telecom Services; Long Distance Carriers; Internet Service Providers',
  'Wireless Telecommunication': 'Wireless Telecommunication Services; Wireless Communications',
  'Media & Advertising': 'Media; Advertising Agencies; Broadcasting; Broadcasting - TV; Publishing; Marketing Services',
  'Entertainment & Gaming': 'Entertainment; Electronic Gaming & Multimedia; Entertainment - Diversified',
  'Interactive Media & Platforms': 'Interactive Media & Services; Internet Content & Information; Internet Information Providers',
  'Automobile Manufacturers': 'Automobiles; Auto Manufacturers; Recreational Vehicles',
  'Automobile Components': 'Auto Components; Auto Parts',
  'Household Durables & Homebuilding':
    'Household Durables; Residential Construction; Furnishings, Fixtures & Appliances; Electronic Equipment',
  'Leisure Products': 'Leisure; Recreational Goods, Other',
  'Textiles, Apparel & Luxury Goods':
    'Apparel Manufacturing; Footwear & Accessories; Luxury Goods; Textile Manufacturing; Textile - Apparel Clothing',
  'Hotels, Restaurants & Leisure': 'Restaurants; Resorts & Casinos; Gambling; Lodging; Travel Services',
  'Education & Consumer Services': 'Diversified Consumer Services; Education & Training Services; Personal Services',
  'Broadline & Online Retail': 'Internet & Direct Marketing Retail; Multiline Retail; Internet Retail; Department Stores',
  'Specialty Retail & Distributors':
    'Specialty Retail; Distributors; Apparel Retail; Auto & Truck Dealerships; Home Improvement Retail; Specialty Retail, Other',
  'Food & Staples Retail':
    'Food & Staples Retailing; Grocery Stores; Discount Stores; Food Distribution; Pharmaceutical Retailers',
  Beverages: 'Beverages - Brewers; Beverages - Non-Alcoholic; Beverages - Wineries & Distilleries',
  'Food Products': 'Packaged Foods; Confectioners; Farm Products; Processed & Packaged Goods',
  Tobacco: 'Cigarettes',
  'Household Products': 'Household & Personal Products',
  'Personal Care Products': 'Personal Products',
  'Energy Equipment & Services': 'Oil & Gas Drilling; Oil & Gas Equipment & Services',
  'Oil, Gas & Consumable Fuels':
    'Oil & Gas E&P; Oil & Gas Integrated; Oil & Gas Midstream; Oil & Gas Refining & Marketing; Oil & Gas Drilling & Exploration; Independent Oil & Gas; Thermal Coal; Uranium',
  Banks: 'Banks - Diversified; Banks - Regional; Regional - Mid-Atlantic Banks; Thrifts & Mortgage Finance; Mortgage Finance',
  Insurance:
    'Insurance - Diversified; Insurance - Life; Insurance - Property & Casualty; Insurance - Reinsurance; Insurance - Specialty; Insurance Brokers',
  'Capital Markets': 'Asset Management; Financial Data & Stock Exchanges; Closed-End Fund - Equity',
  'Consumer Finance': 'Credit Services',
  'Diversified Financial Services': 'Financial Conglomerates; Multi-Sector Holdings; Diversified Investments',
  'Mortgage REITs': 'REIT - Mortgage',
  Pharmaceuticals: 'Drug Manufacturers - General; Drug Manufacturers - Specialty & Generic; Drug Manufacturers - Other',
  'Health Care Equipment & Supplies': 'Medical Devices; Medical Instruments & Supplies; Medical Appliances & Equipment',
  'Health Care Providers & Services':
    'Medical Care Facilities; Medical Distribution; Healthcare Plans; Specialized Health Services',
  'Health Care Technology': 'Health Information Services',
  'Life Sciences Tools & Services': 'Diagnostics & Research; Medical Laboratories & Research',
  'Aerospace & Defense': 'Aerospace Defense - Major Diversified; Aerospace Defense Products & Services',
  'Building Products': 'Building Products & Equipment',
  'Construction & Engineering': 'Engineering & Construction; Infrastructure Operations; General Contractors; Heavy Construction',
  'Electrical Equipment': 'Electrical Equipment & Parts',
  'Industrial Conglomerates': 'Conglomerates',
  Machinery:
    'Specialty Industrial Machinery; Farm & Heavy Construction Machinery; Metal Fabrication; Tools & Accessories; Diversified Machinery; Farm & Construction Machinery',
  'Trading Companies & Distributors': 'Industrial Distribution; Rental & Leasing Services; Industrial Equipment Wholesale',
  'Commercial Services & Supplies':
    'Waste Management; Pollution & Treatment Controls; Security & Protection Services; Business Equipment & Supplies; Business Services',
  'Professional Services':
    'Consulting Services; Specialty Business Services; Staffing & Employment Services; Staffing & Outsourcing Services; Research Services',
  'Air Freight & Logistics': 'Integrated Freight & Logistics',
  'Passenger Airlines': 'Airlines',
  'Marine Transportation': 'Marine; Marine Shipping; Shipping',
  'Ground Transportation': 'Road & Rail; Railroads; Trucking',
  'Transportation Infrastructure': 'Airports & Air Services',
  'Diversified & Specialized REITs':
    'Equity Real Estate Investment Trusts (REITs); REIT - Diversified; REIT - Healthcare Facilities; REIT - Hotel & Motel; REIT - Specialty',
  'Industrial REITs': 'REIT - Industrial',
  'Office REITs': 'REIT - Office',
  'Residential REITs': 'REIT - Residential',
  'Retail REITs': 'REIT - Retail',
  'Real Estate Management & Development': 'Real Estate - Development; Real Estate - Diversified; Real Estate Services',
  'IT Services': 'Information Technology Services',
  Software:
    'Software - Application; Software - Infrastructure; Application Software; Business Software & Services; Internet Software & Services',
  'Communications Equipment': 'Communication Equipment; Networking & Communication Devices',
  'Computer Hardware & Storage': 'Technology Hardware, Storage & Peripherals; Computer Hardware; Computer Based Systems',
  'Electronic Equipment & Components':
    'Electronic Equipment, Instruments & Components; Electronic Components; Scientific & Technical Instruments; Electronics & Computer Distribution; Consumer Electronics; Diversified Electronics',
  'Semiconductors & Equipment':
    'Semiconductors & Semiconductor Equipment; Semiconductors; Semiconductor Equipment & Materials; Semiconductor - Broad Line; Solar',
  'Electric Utilities': 'Utilities - Regulated Electric',
  'Gas Utilities': 'Utilities - Regulated Gas',
  'Water Utilities': 'Utilities - Regulated Water',
  'Multi-Utilities': 'Utilities - Diversified; Diversified Utilities',
  'Independent & Renewable Power Producers':
    'Independent Power and Renewable Electricity Producers; Utilities - Independent Power Producers; Utilities - Renewable',
};

export const SECTOR_OF_INDUSTRY: ReadonlyMap<string, Sector> = new Map(
  SECTORS.flatMap((sector) => INDUSTRIES[sector].map((industry) => [industry, sector] as const)),
);

/** Alpha Vantage's spelling of Yahoo's names varies in dashes and case. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/\s*[-–—]\s*/g, ' - ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const INDUSTRY_BY_NAME: ReadonlyMap<string, string> = new Map([
  ...[...SECTOR_OF_INDUSTRY.keys()].map((industry) => [plain(industry), industry] as const),
  ...Object.entries(NAMES).flatMap(([industry, names]) => names.split('; ').map((name) => [plain(name), industry] as const)),
]);

export function industryOf(name: string): string | null {
  return INDUSTRY_BY_NAME.get(plain(name)) ?? null;
}
