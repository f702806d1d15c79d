/** What is wrong with a phone number of another country. */
export const foreignPhoneText = 'Please enter a US phone number';
