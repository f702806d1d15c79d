import type { Locator } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';

export const scanQrCode = async (element: Locator): Promise<string> => {
  const picture = await element.screenshot();
  const { data, ...size } = await element.page().evaluate(
    async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('There is no canvas');
      context.drawImage(image, 0, 0);
      const { width, height, data } = context.getImageData(0, 0, image.width, image.height);
      return { width, height, data: [...data] };
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  );
  return decodeQR({ ...size, data: Uint8Array.from(data) }, { timeLimit: Number.POSITIVE_INFINITY });
};
