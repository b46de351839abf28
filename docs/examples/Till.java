import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A till's sale in Java 11 or newer, with retries, and the check of a webhook's signature. Copy it: it needs no library. Bodies are
 * text, so read and write them with the JSON library of your system. docs/partner-guide.md explains the calls.
 *
 * <pre>
 * java Till.java sale http://localhost:3000/api fiel_… 52998224725 4590 sale-2001 "Aurora Pinheiros"
 * java Till.java verify whsec_… webhook-id webhook-timestamp webhook-signature &lt; body
 * </pre>
 */
public final class Till {
    private static final int MAX_ATTEMPTS = 5;
    private static final Duration ATTEMPT_LIMIT = Duration.ofSeconds(10);
    /** A longer Retry-After is an error for the cashier. */
    private static final long LONGEST_WAIT_S = 10;

    private final HttpClient client = HttpClient.newBuilder().connectTimeout(ATTEMPT_LIMIT).build();
    private final String url;
    private final String key;

    /** {@code url} ends in /api. */
    public Till(String url, String key) {
        this.url = url;
        this.key = key;
    }

    /** A call that Fiel refused. The body has {@code data.type} for the program and {@code message} for the cashier. */
    public static final class TillException extends IOException {
        private static final long serialVersionUID = 1;

        public final int status;

        TillException(int status, String body) {
            super(body);
            this.status = status;
        }
    }

    /** Gives the points of a sale; the value is in centavos. Store the {@code id} of the answer: a return needs it. */
    public String generate(String document, int purchaseValue, String externalId, String subsidiaryName)
            throws IOException, InterruptedException {
        return post("/partner/points/generate", String.format(Locale.ROOT,
                "{\"customer\":{\"document\":%s},\"purchase_value\":%d,\"external_id\":%s,\"subsidiary_name\":%s}",
                quoted(document), purchaseValue, quoted(externalId), quoted(subsidiaryName)));
    }

    /** Retries after a lost connection, a 408, a 5xx or a short Retry-After, with the same body and the same key. */
    private String post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(ATTEMPT_LIMIT)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        for (int attempt = 1; ; attempt++) {
            HttpResponse<String> response = null;
            IOException lost = null;
            try {
                response = client.send(request, HttpResponse.BodyHandlers.ofString());
            } catch (IOException cause) {
                lost = cause;
            }
            long retryAfter_s = response == null ? 0 : response.headers().firstValueAsLong("Retry-After").orElse(0);
            int status = response == null ? 0 : response.statusCode();
            boolean isShort = retryAfter_s > 0 && retryAfter_s <= LONGEST_WAIT_S;
            boolean mayPass = status == 0 || status == 408 || status >= 500 || isShort;
            if (!mayPass || attempt == MAX_ATTEMPTS) {
                if (lost != null) throw lost;
                if (status >= 300) throw new TillException(status, response.body());
                return response.body();
            }
            long wait_ms = (long) (200 * Math.pow(2, attempt - 1) * (0.5 + Math.random()));
            Thread.sleep(Math.max(wait_ms, 1000 * retryAfter_s));
        }
    }

    /** The text as a string of JSON. */
    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char character : text.toCharArray()) {
            if (character == '"' || character == '\\') json.append('\\').append(character);
            else if (character < ' ') json.append(String.format("\\u%04x", (int) character));
            else json.append(character);
        }
        return json.append('"').toString();
    }

    /**
     * Whether a message was signed with {@code secret} (whsec_…) at most five minutes ago. {@code body} holds the received bytes,
     * before a parser changed them. Answer 401 if not. Store {@code webhook-id}: a repeated message has the same.
     *
     * @param headers with names in lower case
     */
    public static boolean isFromFiel(String secret, Map<String, String> headers, byte[] body)
            throws GeneralSecurityException {
        String id = headers.getOrDefault("webhook-id", "");
        String timestamp = headers.getOrDefault("webhook-timestamp", "");
        if (!timestamp.matches("\\d{1,12}")) return false;
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
        for (String signature : headers.getOrDefault("webhook-signature", "").split(" ")) {
            if (MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8))) return true;
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("sale")) {
            try {
                Till till = new Till(args[1], args[2]);
                System.out.println(till.generate(args[3], Integer.parseInt(args[4]), args[5], args[6]));
            } catch (TillException refused) {
                System.err.println(refused.getMessage());
                System.exit(1);
            }
            return;
        }
        Map<String, String> headers =
                Map.of("webhook-id", args[2], "webhook-timestamp", args[3], "webhook-signature", args[4]);
        boolean isFromFiel = isFromFiel(args[1], headers, System.in.readAllBytes());
        System.out.println(isFromFiel ? "from Fiel" : "not from Fiel");
        System.exit(isFromFiel ? 0 : 1);
    }
}
