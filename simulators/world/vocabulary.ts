import type { Segment, Zone } from './types.ts';

/** Coined words: any first part goes with any second part. */
export const FIRST_PARTS =
  'Aru Vasu Megha Chandra Niru Surya Anu Kshiti Varu Teja Ishi Udaya Prabha Lavi Mriga Ojas Ritu Sami Taru Vindu Yasho Hema Jala Nila'.split(
    ' ',
  );
export const SECOND_PARTS =
  'dhara vika netra mitra loka vana rekha setu kunja tara vritti sagara jyoti patha bhava nidhi'.split(' ');

/** Lines of business, and the segments that only they decide. */
export const TRADES: readonly (readonly [trade: string, segment: Segment | null])[] = [
  ['Textiles', null],
  ['Polymers', null],
  ['Logistics', null],
  ['Agro Foods', null],
  ['Infotech', null],
  ['Pharma', null],
  ['Auto Components', null],
  ['Constructions', null],
  ['Diagnostics', null],
  ['Ceramics', null],
  ['Spices', null],
  ['Finance', null],
  ['Packaging', null],
  ['Hospitality', null],
  ['Jewels', null],
  ['Engineering', null],
  ['Media', null],
  ['Exports', null],
  ['Solar', null],
  ['Robotics', 'Startup'],
  ['Payments', 'Startup'],
  ['Learning Labs', 'Edutech'],
  ['Public School', 'Education'],
  ['College of Arts', 'Education'],
];
export const LEGAL_FORMS = ['Pvt Ltd', 'Pvt Ltd', 'Pvt Ltd', 'LLP', 'Ltd', '& Sons'];
export const RESELLER_TRADES = ['Cloud Services', 'Infosolutions', 'Network Systems', 'Digital Works', 'Computers'];

export const GIVEN_NAMES =
  'Aarav Aditi Ajay Amrita Anand Anjali Arjun Asha Bhavna Chetan Deepa Dinesh Farhan Gauri Harish Imran Isha Jyoti Kavita Kiran Lakshmi Manish Meera Mohan Naveen Nisha Pallavi Pooja Prakash Rahul Rekha Rohan Sana Sanjay Shreya Sunil Swati Tanvi Varun Vidya'.split(
    ' ',
  );
export const FAMILY_NAMES =
  'Agarwal Bansal Bhat Chauhan Chopra Das Desai Dutta Fernandes Gandhi Ghosh Gill Iyer Jain Joshi Kapoor Khan Kulkarni Kumar Malhotra Mehta Menon Mishra Nair Naidu Pandey Patel Patil Pillai Rao Reddy Saxena Shah Sharma Shetty Singh Sinha Thakur Varma Yadav'.split(
    ' ',
  );
export const ROLES = ['IT Manager', 'Accounts Manager', 'Managing Director', 'Purchase Executive'];

export interface Place {
  city: string;
  state: string;
  /** First two characters of a GST number. */
  gstCode: string;
  /** First three digits of the postal code. */
  pin: string;
  zone: Zone;
}

const place = (city: string, state: string, gstCode: string, pin: string, zone: Zone): Place => ({
  city,
  state,
  gstCode,
  pin,
  zone,
});

export const PLACES: readonly Place[] = [
  place('New Delhi', 'Delhi', '07', '110', 'North'),
  place('Gurugram', 'Haryana', '06', '122', 'North'),
  place('Noida', 'Uttar Pradesh', '09', '201', 'North'),
  place('Lucknow', 'Uttar Pradesh', '09', '226', 'North'),
  place('Ludhiana', 'Punjab', '03', '141', 'North'),
  place('Jaipur', 'Rajasthan', '08', '302', 'North'),
  place('Mumbai', 'Maharashtra', '27', '400', 'West'),
  place('Pune', 'Maharashtra', '27', '411', 'West'),
  place('Nagpur', 'Maharashtra', '27', '440', 'West'),
  place('Ahmedabad', 'Gujarat', '24', '380', 'West'),
  place('Surat', 'Gujarat', '24', '395', 'West'),
  place('Indore', 'Madhya Pradesh', '23', '452', 'West'),
  place('Bengaluru', 'Karnataka', '29', '560', 'South'),
  place('Mysuru', 'Karnataka', '29', '570', 'South'),
  place('Chennai', 'Tamil Nadu', '33', '600', 'South'),
  place('Coimbatore', 'Tamil Nadu', '33', '641', 'South'),
  place('Hyderabad', 'Telangana', '36', '500', 'South'),
  place('Kochi', 'Kerala', '32', '682', 'South'),
];
export const STREETS = ['Udyog Marg', 'Station Road', 'Nehru Path', 'Lake View Road', 'Sector 14', 'Industrial Estate'];
