using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;

/// <summary>A call that Fiel refused. The body has data.type for the program and message for the cashier.</summary>
public sealed class TillException : Exception
{
    public readonly int Status;

    public TillException(int status, string body) : base(body)
    {
        Status = status;
    }
}

/// <summary>
/// A till's sale in C# 7 or newer (.NET, .NET Framework 4.6 or Mono), with retries, and the check of a webhook's signature. Copy it:
/// it needs no package. Bodies are text, so read and write them with the JSON library of your system. docs/partner-guide.md explains
/// the calls.
///
///     Till.exe sale http://localhost:3000/api fiel_… 52998224725 4590 sale-2001 "Aurora Pinheiros"
///     Till.exe verify whsec_… webhook-id webhook-timestamp webhook-signature &lt; body
/// </summary>
public sealed class Till
{
    private const int MaxAttempts = 5;
    /// <summary>A longer Retry-After is an error for the cashier.</summary>
    private const double LongestWait_s = 10;

    private static readonly HttpClient client = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
    private static readonly Random random = new Random();
    private readonly string url;
    private readonly string key;

    /// <summary>The address ends in /api.</summary>
    public Till(string url, string key)
    {
        this.url = url;
        this.key = key;
    }

    /// <summary>Gives the points of a sale; the value is in centavos. Store the id of the answer: a return needs it.</summary>
    public Task<string> Generate(string document, int purchaseValue, string externalId, string subsidiaryName)
    {
        return Post("/partner/points/generate", string.Format(
            CultureInfo.InvariantCulture,
            "{{\"customer\":{{\"document\":{0}}},\"purchase_value\":{1},\"external_id\":{2},\"subsidiary_name\":{3}}}",
            Quoted(document), purchaseValue, Quoted(externalId), Quoted(subsidiaryName)));
    }

    /// <summary>Retries after a lost connection, a 408, a 5xx or a short Retry-After, with the same body and the same key.</summary>
    private async Task<string> Post(string path, string body)
    {
        var idempotencyKey = Guid.NewGuid().ToString();
        for (var attempt = 1; ; attempt++)
        {
            var status = 0;
            var retryAfter_s = 0.0;
            var answer = "Fiel did not answer";
            try
            {
                using (var request = new HttpRequestMessage(HttpMethod.Post, url + path))
                {
                    request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);
                    request.Headers.Add("Idempotency-Key", idempotencyKey);
                    request.Content = new StringContent(body, Encoding.UTF8, "application/json");
                    using (var response = await client.SendAsync(request))
                    {
                        answer = await response.Content.ReadAsStringAsync();
                        status = (int)response.StatusCode;
                        retryAfter_s = response.Headers.RetryAfter?.Delta?.TotalSeconds ?? 0;
                    }
                }
            }
            catch (Exception lost) when (lost is HttpRequestException || lost is TaskCanceledException)
            {
                status = 0;
            }
            var isShort = retryAfter_s > 0 && retryAfter_s <= LongestWait_s;
            var mayPass = status == 0 || status == 408 || status >= 500 || isShort;
            if (!mayPass || attempt == MaxAttempts)
            {
                if (status < 200 || status >= 300) throw new TillException(status, answer);
                return answer;
            }
            var wait_ms = 200 * Math.Pow(2, attempt - 1) * (0.5 + random.NextDouble());
            await Task.Delay(TimeSpan.FromMilliseconds(Math.Max(wait_ms, 1000 * retryAfter_s)));
        }
    }

    /// <summary>The text as a string of JSON.</summary>
    private static string Quoted(string text)
    {
        var json = text.Select(character =>
            character == '"' || character == '\\' ? "\\" + character
            : character < ' ' ? "\\u" + ((int)character).ToString("x4")
            : character.ToString());
        return "\"" + string.Concat(json) + "\"";
    }

    /// <summary>
    /// Whether a message was signed with the secret (whsec_…) at most five minutes ago. The body holds the received bytes, before a
    /// parser changed them; the headers' names are in lower case. Answer 401 if not. Store webhook-id: a repeated message has the
    /// same.
    /// </summary>
    public static bool IsFromFiel(string secret, IDictionary<string, string> headers, byte[] body)
    {
        string id, timestamp, signatures;
        headers.TryGetValue("webhook-id", out id);
        headers.TryGetValue("webhook-timestamp", out timestamp);
        headers.TryGetValue("webhook-signature", out signatures);
        long sent_s;
        if (!long.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out sent_s)) return false;
        var now_s = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        if (sent_s < now_s - 300 || sent_s > now_s + 300) return false;
        using (var mac = new HMACSHA256(Convert.FromBase64String(secret.Substring("whsec_".Length))))
        {
            var signed = Encoding.UTF8.GetBytes(id + "." + timestamp + ".").Concat(body).ToArray();
            var expected = "v1," + Convert.ToBase64String(mac.ComputeHash(signed));
            return (signatures ?? "").Split(' ').Any(signature => AreEqual(expected, signature));
        }
    }

    /// <summary>Takes the same time wherever the texts differ.</summary>
    private static bool AreEqual(string expected, string given)
    {
        if (expected.Length != given.Length) return false;
        var difference = 0;
        for (var at = 0; at < expected.Length; at++) difference |= expected[at] ^ given[at];
        return difference == 0;
    }

    public static int Main(string[] args)
    {
        if (args[0] == "sale")
        {
            try
            {
                var till = new Till(args[1], args[2]);
                var sale = till.Generate(args[3], int.Parse(args[4], CultureInfo.InvariantCulture), args[5], args[6]);
                Console.WriteLine(sale.GetAwaiter().GetResult());
                return 0;
            }
            catch (TillException refused)
            {
                Console.Error.WriteLine(refused.Message);
                return 1;
            }
        }
        var headers = new Dictionary<string, string>
        {
            { "webhook-id", args[2] },
            { "webhook-timestamp", args[3] },
            { "webhook-signature", args[4] },
        };
        using (var body = new MemoryStream())
        {
            Console.OpenStandardInput().CopyTo(body);
            var isFromFiel = IsFromFiel(args[1], headers, body.ToArray());
            Console.WriteLine(isFromFiel ? "from Fiel" : "not from Fiel");
            return isFromFiel ? 0 : 1;
        }
    }
}
